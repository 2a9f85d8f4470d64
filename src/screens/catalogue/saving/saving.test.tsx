import { act, screen as page } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { definitions } from '#data/catalogue.ts'
import type { ActionResult } from '#engine/ports.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import { toasts } from '#ui/toasts/toasts.ts'
import { useSaving } from './use-saving.ts'

const screen: CustomScreen = { id: 'model', route: '/', kind: 'custom', component: 'model' }

/** What stands in the file, and its version. */
let file: { text: string; version: string }
/** The next answer is lost on its way. */
let isLost: boolean
let texts: string[]

const source = {
  ...noSource,
  call: async (_name: string, { text, version }: { text: string; version: string }) => {
    if (version !== file.version) return { ok: false, status: 409, code: 'MODEL_CHANGED', message: '' }
    file = { text, version: `${Number(version) + 1}` }
    texts.push(text)
    const lost: ActionResult = { ok: false, status: 0, code: 'OFFLINE', message: '' }
    return isLost ? lost : { ok: true, status: 200, data: file }
  },
  load: async () => file,
} as never

function Page() {
  const { kept, theirs, refused, save } = useSaving('m', 'e', { text: 'begun', version: '1' })
  return (
    <>
      {['mine', 'more'].map((text) => (
        <button key={text} type="button" onClick={() => void save(text)}>
          {text}
        </button>
      ))}
      <output>{`${kept.text} ${kept.version} / ${theirs?.text ?? 'nobody'} / ${refused ?? 'fine'}`}</output>
    </>
  )
}
const press = async (name: string) =>
  await act(async () => await userEvent.click(page.getByRole('button', { name })))
const told = () => page.getByRole('status').textContent

beforeEach(async () => {
  file = { text: 'begun', version: '1' }
  texts = []
  await changeLanguage('ch_EN')
  await loadAreas(['catalogue', 'shell', 'codes'])
  await renderScreen({ Screen: Page, screen, definitions, ports: { source } })
  isLost = true
  await press('mine')
  isLost = false
  expect(told()).toContain('nobody')
  expect(told()).not.toContain('fine')
})
afterEach(() => toasts.clear())

test('a text whose answer was lost is saved when it is sent again, and nobody else has saved it', async () => {
  await press('mine')
  expect(told()).toBe('mine 2 / nobody / fine')
  expect(texts).toEqual(['mine'])
})

test('what was changed after such a text is saved over it', async () => {
  await press('more')
  expect(told()).toBe('more 3 / nobody / fine')
  expect(texts).toEqual(['mine', 'more'])
})

test('what somebody else has saved since is told, and nothing of it is lost', async () => {
  file = { text: 'theirs', version: '7' }
  await press('more')
  expect(told()).toBe('begun 1 / theirs / fine')
  expect(texts).toEqual(['mine'])
})
