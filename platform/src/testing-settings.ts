import { accountSettingsOf } from './accounts/settings.ts'
import { readPlatformSettings } from './config.ts'
import { matchSettingsOf } from './matches/settings.ts'
import { walletSettingsOf } from './wallet/world.ts'

const settings = readPlatformSettings({})

/** What is set where no one sets anything. */
export const defaultAccountSettings = accountSettingsOf(settings)
/** But for the pace of the journal's flushes, which would wait for a clock that is moved by hand. */
export const defaultMatchSettings = { ...matchSettingsOf(settings), flushEveryMs: 0 }
export const defaultWalletSettings = walletSettingsOf(settings)
