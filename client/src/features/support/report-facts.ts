import type { ReportConnection } from '@minefall/shared/contracts'
import { useState } from 'react'
import { useOnline } from '../../lib/use-online.ts'
import { useConnection } from '../../machines/connection/index.ts'

const sameFacts = (before: ReportConnection, after: ReportConnection): boolean =>
  JSON.stringify(before) === JSON.stringify(after)

/** The live connection as it is now, which a report takes along. */
export const useConnectionFacts = (): ReportConnection => {
  const online = useOnline()
  const facts = useConnection((connection): ReportConnection => {
    const { closeCode, attempt, roundTripMs, offsetMs } = connection.context
    const state = connection.hasTag('connected')
      ? 'connected'
      : connection.hasTag('disconnected')
        ? 'disconnected'
        : 'connecting'
    return { state, online: true, closeCode, attempt, roundTripMs, offsetMs: Math.round(offsetMs) }
  }, sameFacts)
  return { ...facts, online }
}

/** The release that this page is of; undefined where no server told it. */
export const useRelease = (): string | undefined =>
  useConnection(({ context }) => context.release) ?? undefined

const pageMax = 300

/** Path and query of the page, as it was when this was first shown. */
export const usePage = (): string =>
  useState(() => `${window.location.pathname}${window.location.search}`.slice(0, pageMax))[0]
