/*
 * A script of its own that the page waits for: the remembered theme is on before anything is painted, and the files of
 * Home are asked for beside the scripts that would ask for them.
 */
import { wearRememberedTheme } from '../features/themes/first-theme.ts'
import { askForHome } from './first-files.ts'

wearRememberedTheme()
askForHome()
