import { randomUUID } from 'node:crypto'
import { deskCalls } from '@minefall/shared/contracts/desk'
import { hireStaff, openDesk } from '../harness/desk.ts'
import { openPage } from './camera.ts'
import type { Scene } from './scene.ts'

/** The chat with support over Home: before anything is said, and with an answer. */
export const chat: Scene = async ({ studio, server }) => {
  const { url } = server
  const [agent] = await hireStaff(server, ['support'])
  if (!agent) throw new Error('no one was hired')
  const { page, keep, close } = await openPage(studio)
  await page.goto(url)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Support/ })
    .click()
  const window = page.getByRole('dialog', { name: 'Support' })
  await window.getByText('How can we help?').waitFor()
  await keep('chat-empty')

  const field = window.getByRole('textbox', { name: 'Write a message' })
  await field.fill('Hello! What happens to my seat if my phone loses its network?')
  await field.press('Enter')
  await window.getByText('Sent').waitFor()
  const desk = await openDesk(url, agent)
  const { items } = await desk.ask(deskCalls.conversations, { query: {} })
  const asked = items.find(({ last }) => last.text.startsWith('Hello!'))
  if (!asked) throw new Error('the message did not arrive')
  const text = 'It stays yours. The match goes on, and the page finds it again on its own when you are back.'
  const params = { playerId: asked.player.id }
  await desk.ask(deskCalls.reply, { params, body: { messageId: randomUUID(), text } })
  await window.getByText(text).waitFor()
  await keep('chat')
  await close()
}
