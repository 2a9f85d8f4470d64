import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { changeLanguage, loadAreas } from './i18n.ts'
import { Speaking } from './Speaking.tsx'
import { useText } from './useText.ts'
import { useWords } from './useWords.ts'

function Undo() {
  return <p>{useText().t('shell.undo')}</p>
}

test('nothing of a part is drawn before its words are there', async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['shell'])
  const missed = vi.spyOn(performance, 'mark')
  render(
    <Speaking language="ch_DE">
      <Undo />
    </Speaking>,
  )
  expect(await screen.findByText('Rückgängig')).toBeTruthy()
  expect(missed).not.toHaveBeenCalled()
})

function Words() {
  const { t, has } = useText()
  const words = useWords()
  return (
    <p>
      {has('shell.undo') && t('shell.undo')} {words.number(1234567)} {words.duration(86_400 * 2)}
    </p>
  )
}

test('a part of a page speaks its own language, whatever the page speaks, with texts that come later too', async () => {
  await changeLanguage('ch_EN')
  render(
    <>
      <Words />
      <Speaking language="ch_DE">
        <Words />
      </Speaking>
    </>,
  )
  await act(() => loadAreas(['shell']))
  expect((await screen.findByText(/^Rückgängig/)).textContent).toContain('2 Tage')
  expect(screen.getByText(/^Undo/).textContent).toContain('2 days')
  expect(screen.getByText(/^Rückgängig/).parentElement?.lang).toBe('de-CH')
  await act(() => changeLanguage('ch_DE'))
  expect(screen.getAllByText(/^Rückgängig/)).toHaveLength(2)
})
