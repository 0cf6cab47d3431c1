package dev.lanekeeper.producer.generate;

import dev.lanekeeper.producer.record.LedgerRecord;
import dev.lanekeeper.producer.record.Money;
import java.io.IOException;
import java.util.Currency;

/** Writes records to a ledger file, one after the other. For one thread. */
public interface LedgerWriter {
  void write(LedgerRecord record) throws IOException;

  /** Hands over everything that was written; the writer below stays open. */
  void flush() throws IOException;

  /** An amount with all the decimals of its currency, as people write it. */
  static String amount(Money money) {
    int decimals = Currency.getInstance(money.currency()).getDefaultFractionDigits();
    int scale = Math.max(decimals, money.amount().scale());
    return money.amount().setScale(Math.max(0, scale)).toPlainString();
  }
}
