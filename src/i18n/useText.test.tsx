import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { changeLanguage, loadAreas } from './i18n.ts'
import { useText } from './useText.ts'

const drawn = vi.fn()

function Words() {
  const { t } = useText()
  drawn()
  return <p>{t('shell.undo')}</p>
}

test('whoever shows texts is drawn anew once when they arrive, and once in another language', async () => {
  await changeLanguage('ch_DE')
  render(<Words />)
  drawn.mockClear()
  await act(() => loadAreas(['shell', 'menu']))
  expect(screen.getByText('Rückgängig')).toBeDefined()
  expect(drawn).toHaveBeenCalledTimes(1)
  await act(() => loadAreas(['session']))
  drawn.mockClear()
  await act(() => changeLanguage('ch_EN'))
  expect(screen.getByText('Undo')).toBeDefined()
  expect(drawn).toHaveBeenCalledTimes(1)
})
