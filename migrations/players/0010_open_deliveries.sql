-- What has not arrived is counted for the metrics, without a look at what has.
create index webhook_deliveries_open on players.webhook_deliveries (gave_up_at) where delivered_at is null;
