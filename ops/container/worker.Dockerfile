# The worker: docker build -f ops/container/worker.Dockerfile -t lanekeeper/worker worker/target
# Run it with --read-only --tmpfs /tmp and a stop time-out above --drain-timeout. Secrets come from files that
# LANEKEEPER_DB_PASSWORD_FILE and the like name, never from build arguments.
FROM eclipse-temurin:17-jre-jammy
COPY --chmod=0444 worker.jar /opt/lanekeeper/worker.jar
USER 10001:10001
WORKDIR /tmp
# Loopback would be the container's own; whoever runs it says who may reach the port.
ENV LANEKEEPER_HTTP_HOST=0.0.0.0 \
    LANEKEEPER_LOG_FORMAT=json
EXPOSE 9464
STOPSIGNAL SIGTERM
# The exec form: the JVM is process 1 and gets the signal.
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=70", "-XX:+ExitOnOutOfMemoryError", "-jar", "/opt/lanekeeper/worker.jar"]
CMD ["run"]
