-- Programs that know schema 0048 go on.
-- What was approved under a reference, which is looked up with each approval.

create index wallet_order_approval_reference on wallet_order_approval (reference);
