import { destinationBodySchema } from '@minefall/shared/contracts/rest'
import { QueryClient } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { destinationBodyOf, destinationFormSchema, emptyDestination } from './DestinationForm.tsx'
import { saveDestination, withdrawKey } from './use-withdrawal.ts'

const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const filled = { ...emptyDestination, realName: 'Mei Tanaka', paymentPassword: 'correct horse' }

const wrongOf = (...[method, currency, values]: Parameters<typeof destinationBodyOf>) =>
  Object.fromEntries(
    (destinationFormSchema(method, currency).safeParse(values).error?.issues ?? []).map(
      ({ path, message }) => [path.join('.'), message],
    ),
  )

test('every mistake lands at its field, with the message of the server', () => {
  expect(wrongOf('alipay', 'CNY', { ...emptyDestination, account: 'no-one' })).toEqual({
    account: 'alipay-account-invalid',
    realName: 'real-name-required',
    paymentPassword: 'password-required',
  })
  expect(wrongOf('usdt', 'USDT', { ...filled, network: 'ERC20', address: tron })).toEqual({
    address: 'usdt-address-other-network',
  })
  expect(wrongOf('bank', 'MYR', { ...filled, cardNumber: '12' })).toEqual({
    bankName: 'bank-name-required',
    branchName: 'branch-name-required',
    cardNumber: 'card-number-invalid',
  })
})

test('what is right makes the body of the call, with nothing that the method does not ask for', () => {
  const bank = { ...filled, bankName: 'Maybank', branchName: 'Bangsar', cardNumber: '5555 4444 3333 4471' }
  const body = destinationBodyOf('bank', 'MYR', bank)
  expect(destinationBodySchema.parse(body).details).toMatchObject({ method: 'bank', currency: 'MYR' })
  expect(
    destinationBodySchema.parse(destinationBodyOf('usdt', 'USDT', { ...filled, address: tron })),
  ).toEqual({
    details: { method: 'usdt', network: 'TRC20', address: tron, realName: 'Mei Tanaka' },
    paymentPassword: 'correct horse',
  })
})

test('a destination whose saving has no answer is looked for in the list, before it is tried again', async () => {
  vi.stubGlobal('window', { localStorage: { getItem: () => null } })
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/config.json' ? Response.json({}) : Response.error(),
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const client = new QueryClient()
  const queryKey = withdrawKey('mei')
  client.setQueryData(queryKey, { destinations: [] })
  const body = destinationBodySchema.parse(destinationBodyOf('usdt', 'USDT', { ...filled, address: tron }))
  await expect(saveDestination(client, 'mei', body)).rejects.toThrow()
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
