import { randomBytes, randomUUID } from 'node:crypto'
import { depositPreviewSchema, type OrderDetail, orderDetailSchema } from '@minefall/shared/contracts/rest'
import { bearer, posted } from './accounts.ts'

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** Places a deposit by Alipay and shows a picture of its payment, one that no other order has. */
export const paidDeposit = async (
  url: string,
  { token }: { token: string },
  amount: string,
): Promise<OrderDetail> => {
  const headers = bearer(token)
  const asked = { method: 'alipay', currency: 'CNY', amount }
  const { total, terms } = depositPreviewSchema.parse(
    await posted(url, 'wallet/deposit/preview', asked, { headers }),
  )
  const placed = await posted(
    url,
    'wallet/deposit',
    { ...asked, total, accepted: terms, key: randomUUID() },
    { headers },
  )
  const { id } = orderDetailSchema.parse(placed)
  const form = new FormData()
  form.set('image', new Blob([Buffer.concat([picture, randomBytes(16)])], { type: 'image/png' }), 'paid.png')
  const answer = await fetch(`${url}/api/wallet/orders/${id}/proof`, { method: 'POST', headers, body: form })
  return orderDetailSchema.parse((await answer.json()).data)
}
