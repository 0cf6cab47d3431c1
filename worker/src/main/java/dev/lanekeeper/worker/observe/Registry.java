package dev.lanekeeper.worker.observe;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;

/** Makes the registry of a process, with what libraries report about themselves. */
public final class Registry {
  private Registry() {}

  /** A registry that shows the JVM, the pool and the build. */
  public static PrometheusMeterRegistry create(HikariDataSource pool, String version, String mode) {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    new ClassLoaderMetrics().bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    JvmGcMetrics garbageCollection = new JvmGcMetrics();
    garbageCollection.bindTo(registry);
    pool.setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(registry));
    Metric.BUILD_INFO.gauge(registry, () -> 1, mode, version);
    return registry;
  }
}
