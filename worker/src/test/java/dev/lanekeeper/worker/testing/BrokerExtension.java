package dev.lanekeeper.worker.testing;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.testcontainers.DockerClientFactory;

/**
 * Gives a test the broker of this run, which {@code -Dlanekeeper.broker} chooses: {@code local}, or
 * {@code testcontainers}, whose tests are skipped where there is no Docker engine. One broker
 * serves all test classes of a run; which one is printed.
 */
public final class BrokerExtension
    implements BeforeAllCallback, ExecutionCondition, ParameterResolver {
  private static final String KIND = System.getProperty("lanekeeper.broker", "local");

  @Override
  public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
    boolean possible =
        !KIND.equals("testcontainers") || DockerClientFactory.instance().isDockerAvailable();
    return possible
        ? ConditionEvaluationResult.enabled("broker: " + KIND)
        : ConditionEvaluationResult.disabled(
            "no Docker engine, so RocketMQ cannot run in a container; the same tests ran on the"
                + " local broker");
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    broker(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestBroker.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return broker(context);
  }

  private static TestBroker broker(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.GLOBAL)
        .computeIfAbsent(TestBroker.class, type -> start(), TestBroker.class);
  }

  private static TestBroker start() {
    TestBroker broker =
        KIND.equals("testcontainers") ? ContainerTestBroker.start() : LocalTestBroker.start();
    System.out.println("integration tests run on: " + broker);
    return broker;
  }
}
