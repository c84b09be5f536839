import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { askAgain } from './QueryState.tsx'

/** A list of two pages, whose calls fail for as long as `isDown`. */
const list = () => {
  const world = { isDown: false, asked: [] as number[] }
  const observer = new InfiniteQueryObserver(new QueryClient(), {
    queryKey: ['list'],
    queryFn: async ({ pageParam }) => {
      world.asked.push(pageParam)
      if (world.isDown) throw new Error('down')
      return pageParam
    },
    initialPageParam: 1,
    getNextPageParam: (last) => (last < 2 ? last + 1 : null),
    retry: false,
  })
  return { world, observer }
}

test('a list whose pages could not be read again is read again, not read on', async () => {
  const { world, observer } = list()
  await observer.refetch()
  world.isDown = true
  await observer.refetch()
  expect(observer.getCurrentResult()).toMatchObject({ isError: true, data: { pages: [1] } })
  world.isDown = false
  world.asked = []
  await askAgain(observer.getCurrentResult())
  expect(world.asked).toEqual([1])
})

test('a list whose next page did not come is read on', async () => {
  const { world, observer } = list()
  await observer.refetch()
  world.isDown = true
  await observer.fetchNextPage()
  world.isDown = false
  world.asked = []
  await askAgain(observer.getCurrentResult())
  expect(world.asked).toEqual([2])
})
