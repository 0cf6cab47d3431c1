package dev.lanekeeper.localbroker;

import com.alibaba.fastjson2.JSON;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.rocketmq.auth.authentication.enums.UserStatus;
import org.apache.rocketmq.auth.authentication.enums.UserType;
import org.apache.rocketmq.auth.authentication.model.User;
import org.apache.rocketmq.auth.authentication.provider.AuthenticationMetadataProvider;
import org.apache.rocketmq.auth.config.AuthConfig;
import org.jspecify.annotations.Nullable;

/**
 * The broker's users: the one of {@code initAuthenticationUser}, in memory only. RocketMQ's own
 * provider keeps users with their secrets in the data folder, and one that is there keeps its
 * secret whatever the next start is given. Made by RocketMQ, by its name. Thread-safe once
 * initialized.
 */
public final class OneUser implements AuthenticationMetadataProvider {
  private volatile @Nullable User user;

  @Override
  public void initialize(AuthConfig config, @Nullable Supplier<?> metadataService) {
    User only = JSON.parseObject(config.getInitAuthenticationUser(), User.class);
    only.setUserType(UserType.SUPER);
    only.setUserStatus(UserStatus.ENABLE);
    user = only;
  }

  @Override
  public CompletableFuture<@Nullable User> getUser(String username) {
    User only = user;
    return CompletableFuture.completedFuture(
        only != null && only.getUsername().equals(username) ? only : null);
  }

  @Override
  public CompletableFuture<List<User>> listUser(String filter) {
    User only = user;
    return CompletableFuture.completedFuture(only == null ? List.of() : List.of(only));
  }

  @Override
  public CompletableFuture<Void> createUser(User added) {
    return refused();
  }

  @Override
  public CompletableFuture<Void> deleteUser(String username) {
    return refused();
  }

  @Override
  public CompletableFuture<Void> updateUser(User changed) {
    return refused();
  }

  private static CompletableFuture<Void> refused() {
    return CompletableFuture.failedFuture(
        new UnsupportedOperationException("the local broker has one user, of its start"));
  }

  @Override
  public void shutdown() {}
}
