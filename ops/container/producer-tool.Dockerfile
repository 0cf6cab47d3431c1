# The producer-tool: docker build -f ops/container/producer-tool.Dockerfile -t lanekeeper/producer-tool producer-tool/target
FROM eclipse-temurin:17-jre-jammy
COPY --chmod=0444 producer-tool.jar /opt/lanekeeper/producer-tool.jar
USER 10001:10001
WORKDIR /tmp
STOPSIGNAL SIGTERM
ENTRYPOINT ["java", "-XX:MaxRAMPercentage=70", "-XX:+ExitOnOutOfMemoryError", "-jar", "/opt/lanekeeper/producer-tool.jar"]
CMD ["--help"]
