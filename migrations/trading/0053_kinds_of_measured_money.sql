-- Which money the results of a place are measured in: marks of one kind say nothing about the other. Accounts that trade simulated
-- money alone are measured from their next look on.
alter table trading.risk_marks add column is_real boolean not null default true;
