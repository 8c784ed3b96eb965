/** Why an order was not sent that a busy machine could not send in time. Nothing has left: it may be asked for again. */
export const TOO_LATE =
  /^(?:It was missed|The order was not sent: its time was over|Nothing is sent: the exchange's clock)/;
