package dev.lanekeeper.worker.operate;

/** The group is not in a state in which this can be done; nothing was changed. */
public final class NotPossibleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String explanation;

  /**
   * @param explanation what stands in the way, and what to do
   */
  public NotPossibleException(String explanation) {
    super(explanation);
    this.explanation = explanation;
  }

  @Override
  public String getMessage() {
    return explanation;
  }
}
