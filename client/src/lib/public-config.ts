import { type PublicConfig, publicConfigSchema } from '@minefall/shared/contracts/rest'

/** What holds until the server has told otherwise: the documented defaults. */
export const defaultConfig: PublicConfig = {
  defaultInvitationCode: '88888888',
  noticeLanguage: 'player',
  requestLanguage: 'zh-CN',
}

/** Calls wait for the settings no longer than this, in milliseconds. */
const waitMs = 3_000

const ask = async (): Promise<unknown> =>
  (await fetch('/config.json', { signal: AbortSignal.timeout(waitMs) })).json()

/** The public settings, asked for with `fetchConfig` until they are known, and then kept. */
export const createPublicConfig = (fetchConfig: () => Promise<unknown>) => {
  let known: PublicConfig | null = null
  let asking: Promise<PublicConfig> | null = null
  const read = async (): Promise<PublicConfig> => {
    try {
      known = publicConfigSchema.parse(await fetchConfig())
      return known
    } catch {
      return defaultConfig
    } finally {
      asking = null
    }
  }
  return {
    /** Never rejects: without an answer the defaults hold, and the next one who asks tries again. */
    load: (): Promise<PublicConfig> => {
      if (known) return Promise.resolve(known)
      asking ??= read()
      return asking
    },
    /** What is known now. */
    current: (): PublicConfig => known ?? defaultConfig,
  }
}

/** The settings the server tells every page at `GET /config.json`. */
export const publicConfig = createPublicConfig(ask)
