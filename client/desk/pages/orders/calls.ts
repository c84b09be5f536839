import {
  bodyCode,
  type DeskOrderDetail,
  deskIdentitySchema,
  deskOrderDetailSchema,
} from '@minefall/shared/contracts'
import { call } from '../../api.ts'
import { reread } from '../../queries.ts'

/** What the calls about orders refuse, in the words of this page. */
export const orderWords: Partial<Record<number, string>> = {
  [bodyCode.notAllowed]: 'Your role does not decide about orders.',
  [bodyCode.conflict]: 'You have approved this order already, under another reference.',
  [bodyCode.ownerBlocked]: 'The account is blocked: nothing is paid out to it until that ends.',
}

/** Decides about an order and has everything read again that tells of orders. Rejects as `call` does. */
export const decide = async (
  { id }: Pick<DeskOrderDetail, 'id'>,
  what: 'take' | 'approve' | 'reject',
  body: object = {},
): Promise<DeskOrderDetail> => {
  try {
    return await call(`/api/desk/orders/${id}/${what}`, { schema: deskOrderDetailSchema, body })
  } finally {
    void reread('/api/desk/orders', '/api/desk/players')
  }
}

/** Notes that it was reviewed who owns an account. Rejects as `call` does. */
export const reviewIdentity = async (playerId: string, reason: string) => {
  try {
    return await call(`/api/desk/players/${playerId}/identity`, {
      schema: deskIdentitySchema,
      body: { reason },
    })
  } finally {
    void reread('/api/desk/orders', '/api/desk/players')
  }
}
