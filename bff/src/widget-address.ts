import { z } from 'zod'

/** This machine, where a script may come without TLS: who develops a widget has it here. */
const thisMachine = ['localhost', '127.0.0.1', '[::1]']

/**
 * The address of a script that pages may load. Its host becomes part of a page's policy, where an asterisk or a semicolon
 * would be more than a name.
 */
export const widgetAddress = () =>
  z.string().refine((value) => {
    const url = URL.canParse(value) ? new URL(value) : null
    if (url === null || url.username !== '' || url.password !== '') return false
    if (url.protocol === 'http:') return thisMachine.includes(url.hostname)
    return url.protocol === 'https:' && /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/.test(url.hostname)
  }, 'must be an address that begins with https://, or with http://localhost')
