-- Programs that know schema 0022 go on.
-- What tells that an account is a member of staff's own, and what makes sums of their approvals quick. PostgreSQL 15 and up.

-- Devices that staff opened the desk on: SHA-256 of the id, as in known_device.
create table staff_device (
  staff_id uuid not null references staff (id),
  device_hash bytea not null check (length(device_hash) = 32),
  seen_at timestamptz not null,
  primary key (staff_id, device_hash)
);

create index wallet_order_approval_by on wallet_order_approval (staff_id, at);
