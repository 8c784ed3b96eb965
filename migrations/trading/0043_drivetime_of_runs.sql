-- Seconds of the account's drivetime that a run has taken, beyond the duration of its plan.
alter table trading.runs add column drivetime_seconds bigint not null default 0;
