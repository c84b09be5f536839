import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { queryClient } from './query.ts'

it('lets a change fail at once without a network, and never makes it later', async () => {
  let made = 0
  const change = new MutationObserver(queryClient, {
    mutationFn: async () => {
      made += 1
      throw new Error('there is no network')
    },
  })
  onlineManager.setOnline(false)
  try {
    await expect(change.mutate()).rejects.toThrow('no network')
  } finally {
    onlineManager.setOnline(true)
  }
  await queryClient.resumePausedMutations()
  expect(made).toBe(1)
})
