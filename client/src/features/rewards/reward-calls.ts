import { type Received, receivedSchema, type VipCenter, vipCenterSchema } from '@minefall/shared/contracts'
import { getData, postData } from '../../lib/api.ts'

// Every call rejects with a `CallError`, or with axios' own error when aborted.

/** `GET /api/user/vip_center`: level, VIP tier, the gifts of both, and which matches moved nothing. */
export const fetchVip = (signal: AbortSignal): Promise<VipCenter> =>
  getData('/api/user/vip_center', vipCenterSchema, signal)

/** `POST /api/user/receive`: claims a gift, once for each of its periods. */
export const receiveGift = (bonusType: string): Promise<Received> =>
  postData('/api/user/receive', { bonus_type: bonusType }, receivedSchema)
