package dev.lanekeeper.worker.config;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.settings.Tuning;
import dev.lanekeeper.worker.handler.http.HttpProvider;
import dev.lanekeeper.worker.handler.http.HttpSettings;
import dev.lanekeeper.worker.handler.http.Signature;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the http handler is told; a picocli mixin. Filled by picocli, then only read. */
public final class HttpOptions {
  private static final int LARGEST_RESULT = 1_000_000;

  @Option(
      names = "--http-url",
      paramLabel = "URL",
      description = "Where the handler 'http' posts each message to; none by default.")
  @Tuning(why = "where your endpoint is", byDefault = "none")
  private @Nullable String url;

  @Option(
      names = "--http-types",
      paramLabel = "TYPE",
      split = ",",
      description = {
        "The CloudEvents types that go to the handler 'http' when others are named beside it. None",
        "by default; named alone, it gets every message."
      })
  @Tuning(why = "other handlers are named beside `http`", byDefault = "none")
  private List<String> types = new ArrayList<>();

  @Option(
      names = "--http-connect-timeout",
      paramLabel = "DURATION",
      defaultValue = "5s",
      description = "How long the handler 'http' waits for a connection (${DEFAULT-VALUE}).")
  @Tuning(why = "an endpoint that is far away", rarely = true)
  private Duration connectTimeout = Duration.ofSeconds(5);

  @Option(
      names = "--http-response-timeout",
      paramLabel = "DURATION",
      defaultValue = "30s",
      description = {
        "How long the handler 'http' waits for an answer, and then for its body",
        "(${DEFAULT-VALUE}). A message whose worker died waits twice as long, and 5s, for its next",
        "call."
      })
  @Tuning(
      why =
          "an endpoint that takes longer to answer; a message whose worker died waits twice as long")
  private Duration responseTimeout = Duration.ofSeconds(30);

  @Option(
      names = "--http-secret-file",
      paramLabel = "FILE",
      description = {
        "The secret with which the handler 'http' signs (Standard Webhooks): whsec_ and base64, or",
        "any text of 24 bytes or more. Not signed by default."
      })
  @Tuning(why = "an endpoint that checks who calls", byDefault = "none")
  private @Nullable Path secretFile;

  @Option(
      names = "--http-result-limit",
      paramLabel = "BYTES",
      defaultValue = "65536",
      description = {
        "How much of an answer's body the handler 'http' keeps as the result, 0 to 1000000",
        "(${DEFAULT-VALUE})."
      })
  @Tuning(
      why = "how much of an answer is kept, and given back when its message comes again",
      rarely = true)
  private int resultLimit = 65_536;

  @Option(
      names = "--http-allow-private",
      fallbackValue = "true",
      description = {
        "Let the handler 'http' call loopback, private and other addresses that are not public. By",
        "default off."
      })
  @Tuning(why = "an endpoint on this machine or in your own network", byDefault = "off")
  private boolean allowPrivate;

  /** The handler, which reads its settings only when it is chosen. */
  HttpProvider provider() {
    return new HttpProvider(Set.copyOf(types), this::settings);
  }

  /**
   * The checked settings.
   *
   * @throws ProgramException when one is missing or wrong
   */
  HttpSettings settings() {
    require(
        connectTimeout.compareTo(Duration.ZERO) > 0 && responseTimeout.compareTo(Duration.ZERO) > 0,
        "--http-connect-timeout and --http-response-timeout have to be above 0");
    require(
        resultLimit >= 0 && resultLimit <= LARGEST_RESULT,
        "--http-result-limit has to be 0 to " + LARGEST_RESULT);
    return new HttpSettings(
        target(),
        connectTimeout,
        responseTimeout,
        resultLimit,
        Optional.ofNullable(secretFile).map(HttpOptions::signature),
        allowPrivate);
  }

  private URI target() {
    if (url == null) {
      throw wrong("--handler http needs --http-url URL", null);
    }
    try {
      URI target = new URI(url);
      String scheme = String.valueOf(target.getScheme()).toLowerCase(Locale.ROOT);
      require(
          Set.of("http", "https").contains(scheme) && target.getHost() != null,
          "--http-url has to be http://HOST... or https://HOST...");
      require(
          target.getRawUserInfo() == null,
          "--http-url must not hold a user or password: every user of the machine sees it");
      return target;
    } catch (URISyntaxException malformed) {
      throw wrong("--http-url is malformed: " + malformed.getReason(), malformed);
    }
  }

  private static Signature signature(Path file) {
    try {
      String text = Files.readString(file).stripTrailing();
      if (text.isEmpty()) {
        throw unusable(file, "it is empty");
      }
      return Signature.of(text);
    } catch (NoSuchFileException missing) {
      throw unusable(file, "there is no such file");
    } catch (AccessDeniedException closed) {
      throw unusable(file, "this user may not read it");
    } catch (CharacterCodingException binary) {
      throw unusable(file, "it is no text; write whsec_ and its base64");
    } catch (IOException | IllegalArgumentException other) {
      throw unusable(file, String.valueOf(other.getMessage()));
    }
  }

  /** Without a cause, whose text may show a part of the secret. */
  private static ProgramException unusable(Path file, String why) {
    return wrong("--http-secret-file %s cannot be used: %s".formatted(file, why), null);
  }

  private static void require(boolean holds, String explanation) {
    if (!holds) {
      throw wrong(explanation, null);
    }
  }

  private static ProgramException wrong(String explanation, @Nullable Throwable cause) {
    return new ProgramException(ExitCode.CONFIGURATION, explanation, cause);
  }
}
