import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { usableLanguages } from '@minefall/shared/languages'
import type { Page } from '@playwright/test'
import { bearer, posted } from '../harness/accounts.ts'
import { type Network, network } from '../harness/network.ts'
import { connectPlayer } from '../harness/player.ts'
import { openPage, speak } from './camera.ts'
import { register, signedIn } from './people.ts'
import type { Scene } from './scene.ts'

/** As many windows as one player may have open: the next one is refused, and so is one that comes back. */
const windowsMost = 8

/** A match whose page loses its connection, and the place of that connection, to other windows of the same player. */
const disconnect = async (page: Page, net: Network, url: string) => {
  await page.goto(`${net.url}/game/mines-trial`)
  await page
    .getByText(/^Waiting for \d player/)
    .first()
    .waitFor()
  const deviceId = await page.evaluate(() => localStorage.getItem('device_id') ?? '')
  net.cut()
  const windows = await Promise.all(Array.from({ length: windowsMost }, () => connectPlayer(url, deviceId)))
  net.restore()
  await page.getByRole('alertdialog', { name: 'Disconnected' }).waitFor()
  for (const one of windows) one.leave()
}

/** Without a network, without a server, and with a newer one. */
export const away: Scene = async ({ studio, client, server }) => {
  const { url } = server
  const net = await network(server.port)
  const { page, keep, close } = await openPage(studio)
  await page.goto(net.url)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  // Without a network no other language could be loaded.
  if (studio.views !== 'sizes') for (const { id } of [...usableLanguages].reverse()) await speak(page, id)
  await page.context().setOffline(true)
  net.cut()
  await page.getByText(/^You’re offline\./).waitFor()
  await keep('offline-banner')
  await page.goto(`${net.url}/games`)
  await page.getByRole('heading', { name: /^(You’re offline|Can’t reach Minefall)$/ }).waitFor()
  // A new document may take the network for one that is there until it goes again.
  await page.context().setOffline(false)
  await page.context().setOffline(true)
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
  await keep('offline')
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Can’t reach Minefall' }).waitFor()
  await keep('unreachable')
  net.restore()
  await page.getByRole('heading', { name: 'Game Center' }).waitFor()
  await disconnect(page, net, url)
  await keep('disconnected')
  await close()
  await net.close()

  const seated = await register(url, 'Rosa')
  const ended = await openPage(studio, await signedIn(url, seated))
  await ended.page.goto(`${url}/games`)
  await ended.page.getByRole('link', { name: 'Rosa, your profile' }).waitFor()
  await posted(url, 'user/signouteverywhere', {}, { headers: bearer(seated.token) })
  await ended.page.getByRole('dialog', { name: 'Log in or register' }).waitFor()
  await ended.keep('signed-out')
  await ended.close()

  const old = await openPage(studio, { serviceWorkers: 'block' })
  await old.page.goto(`${url}/games`)
  await old.page.getByText('7 tables').waitFor()
  await server.stop()
  await appendFile(join(client, 'index.html'), '<!-- the next release -->')
  await server.start()
  await old.page.getByRole('region', { name: 'Update available' }).waitFor()
  await old.keep('update')
  await old.close()
}
