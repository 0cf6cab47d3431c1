package dev.lanekeeper.worker.model;

/**
 * One operation of an order, and what the handler will do with it. Immutable.
 *
 * @param kind create, add, modify or delete
 * @param transaction empty for a delete
 * @param note what {@code FaultyWorker} is told to do: fail, pause, or nothing
 * @param trouble whether it parks its order, and how an operator mends that
 * @param last whether the order ends with it
 */
record Operation(
    String order,
    int sequence,
    String kind,
    String transaction,
    int cents,
    String note,
    Trouble trouble,
    boolean last) {

  /** Whether an operation can be applied, and what an operator does when it cannot. */
  enum Trouble {
    /** Applied by a worker, perhaps after some attempts. */
    NONE,
    /** Fails in every attempt of a worker; an operator's redrive succeeds. */
    FAILS,
    /** Rejected by the handler; an operator gives it a payload that is not. */
    REPLACED,
    /** Rejected by the handler; an operator leaves it out. */
    SKIPPED
  }

  boolean parks() {
    return trouble != Trouble.NONE;
  }

  boolean isRejected() {
    return trouble == Trouble.REPLACED || trouble == Trouble.SKIPPED;
  }

  /** The payload that is sent: a rejected one modifies a transaction that does not exist. */
  String body() {
    return isRejected() ? json("modify", "missing") : json(kind, transaction);
  }

  /** The payload that an operator puts in the place of a rejected one. */
  String correctedBody() {
    return json(kind, transaction);
  }

  private String json(String op, String id) {
    String money =
        op.equals("delete")
            ? ""
            : ",\"txn_id\":\"%s\",\"amount\":%d.%02d,\"currency\":\"EUR\""
                .formatted(id, cents / 100, cents % 100);
    return "{\"op\":\"%s\",\"order_id\":\"%s\",\"seq\":%d%s,\"note\":\"%s\"}"
        .formatted(op, order, sequence, money, note);
  }

  @Override
  public String toString() {
    String what = (parks() ? " " + trouble : "") + (note.isEmpty() ? "" : " " + note);
    return order + "#" + sequence + what + (last ? " last" : "");
  }
}
