package dev.lanekeeper.localbroker;

import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.store.MessageStore;
import org.apache.rocketmq.store.PutMessageResult;
import org.apache.rocketmq.store.hook.PutMessageHook;
import org.jspecify.annotations.Nullable;

/**
 * Takes back the store's refusal of messages on a disk that is 90 % full, before each message.
 * RocketMQ caps that limit at 90 whatever the settings say, and the disk of a build machine often
 * is fuller.
 */
final class NeverFull implements PutMessageHook {
  private final MessageStore store;

  private NeverFull(MessageStore store) {
    this.store = store;
  }

  static void install(MessageStore store) {
    store.getPutMessageHookList().add(0, new NeverFull(store));
  }

  @Override
  public String hookName() {
    return "never-full";
  }

  @Override
  public @Nullable PutMessageResult executeBeforePutMessage(MessageExt message) {
    store.getRunningFlags().getAndMakeDiskOK();
    return null;
  }
}
