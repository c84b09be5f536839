import type { Command, Decision, Refusal } from './state.ts'

export type CommandOf<T extends Command['type']> = Extract<Command, { type: T }>

export const refuse = (refusal: Refusal): Decision => ({ ok: false, refusal })
