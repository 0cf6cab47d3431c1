package dev.lanekeeper.localbroker;

import java.io.IOException;
import java.net.URL;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.StreamSupport;
import org.reflections.vfs.Vfs;
import org.reflections.vfs.ZipDir;

/**
 * Narrows a search that the broker makes at start. It looks for the classes of its protocol's
 * headers by reading every class of the jar they are in, which here is the jar of everything: half
 * of the start's time and half a gigabyte of garbage, for a register that only access control uses.
 */
final class HeaderScan implements Vfs.UrlType {
  private static final String PROTOCOL = "org/apache/rocketmq/remoting/";

  private HeaderScan() {}

  static void narrow() {
    Vfs.setDefaultURLTypes(List.of(new HeaderScan()));
  }

  @Override
  public boolean matches(URL url) {
    return true;
  }

  @Override
  public Vfs.Dir createDir(URL url) throws IOException {
    return new ProtocolFiles(new ZipDir(new JarFile(Vfs.getFile(url))));
  }

  private record ProtocolFiles(ZipDir jar) implements Vfs.Dir {
    @Override
    public String getPath() {
      return jar.getPath();
    }

    @Override
    public Iterable<Vfs.File> getFiles() {
      return StreamSupport.stream(jar.getFiles().spliterator(), false)
          .filter(file -> file.getRelativePath().startsWith(PROTOCOL))
          .toList();
    }

    @Override
    public void close() {
      jar.close();
    }
  }
}
