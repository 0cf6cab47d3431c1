package dev.lanekeeper.localbroker;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The folder that holds everything the servers write: messages, offsets, settings and logs. One
 * process has it at a time; the lock is the operating system's, so that it ends with the process,
 * however that ends.
 */
final class DataFolder implements Closeable {
  private final Path path;
  private final FileChannel lockFile;

  private DataFolder(Path path, FileChannel lockFile) {
    this.path = path;
    this.lockFile = lockFile;
  }

  static DataFolder open(Path given) throws RefusedException {
    Path path = given.toAbsolutePath().normalize();
    try {
      Files.createDirectories(path.resolve("conf"));
      Files.createDirectories(path.resolve("logs"));
      return new DataFolder(path, lock(path));
    } catch (IOException e) {
      throw new RefusedException(
          ExitStatus.IO,
          "data folder %s cannot be written (%s): choose another with --data".formatted(path, e));
    }
  }

  private static FileChannel lock(Path path) throws IOException, RefusedException {
    Path file = path.resolve("local-broker.lock");
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (!isLocked(channel)) {
      channel.close();
      throw new RefusedException(
          ExitStatus.UNAVAILABLE,
          "data folder %s is in use by another local broker (process %s): stop that one, or choose another with --data"
              .formatted(path, Files.readString(file).strip()));
    }
    channel.truncate(0);
    channel.write(
        ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.UTF_8)));
    return channel;
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  Path path() {
    return path;
  }

  Path store() {
    return path.resolve("store");
  }

  Path logs() {
    return path.resolve("logs");
  }

  Path proxySettings() {
    return path.resolve("conf").resolve("rmq-proxy.json");
  }

  @Override
  public void close() throws IOException {
    lockFile.close();
  }
}
