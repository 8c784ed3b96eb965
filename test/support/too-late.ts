/**
 * Why an order was not sent, or was refused for its time, that a busy machine could not send in time. Nothing has happened at the
 * exchange: it may be asked for again.
 */
export const TOO_LATE =
  /^(?:It was missed|The order was not sent: its time was over|Nothing is sent: the exchange's clock)|outside of the recvWindow/;
