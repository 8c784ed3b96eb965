-- How deliveries are written: 'signed' for our JSON and signature, or a format of the service.

alter table players.webhooks add column format text not null default 'signed';
