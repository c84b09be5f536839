import { accountSettingsOf } from './accounts/settings.ts'
import { readPlatformSettings } from './config.ts'
import { matchSettingsOf } from './matches/settings.ts'
import { walletSettingsOf } from './wallet/settings.ts'

const settings = readPlatformSettings({})

/** What is set where nobody sets anything. */
export const defaultAccountSettings = accountSettingsOf(settings)
export const defaultMatchSettings = matchSettingsOf(settings)
export const defaultWalletSettings = walletSettingsOf(settings)
