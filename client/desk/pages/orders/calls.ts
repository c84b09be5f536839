import { bodyCode } from '@minefall/shared/contracts'
import { deskCalls } from '@minefall/shared/contracts/desk'
import { thenReread } from '../../queries.ts'

/** What the calls about orders refuse, in the words of this page. */
export const orderWords: Partial<Record<number, string>> = {
  [bodyCode.notAllowed]: 'Your role does not decide about orders.',
  [bodyCode.conflict]: 'You have approved this order already, under another reference.',
  [bodyCode.ownerBlocked]: 'The account is blocked: nothing is paid out to it until that ends.',
}

/** Ends as a decision about an order or its owner does, and has everything read again that tells of orders. */
export const decided = <T>(act: Promise<T>): Promise<T> => thenReread(act, deskCalls.orders, deskCalls.player)
