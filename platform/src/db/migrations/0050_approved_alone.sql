-- Programs that know schema 0048 go on.
-- Which approvals completed an order alone: the sums that need a second person are of these.

-- Whether it completed its order and no other approval counted; null where a release before wrote it.
alter table wallet_order_approval add column alone boolean;
