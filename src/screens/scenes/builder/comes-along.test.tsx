import { waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { changeLanguage, loadAreas } from '#i18n/i18n.ts'
import { openBuilder } from '../../../../tests/support/scene-builder.tsx'

const come = vi.hoisted(() => new Set<string>())
vi.mock('./draft/FinishDialog.tsx', (original) => {
  come.add('what saves it')
  return original()
})
vi.mock('./draft/Conflict.tsx', (original) => {
  come.add('what asks whose counts')
  return original()
})
vi.mock('./TabPanel.tsx', (original) => {
  come.add('its forms')
  return original()
})
vi.mock('#ui/dialog/DialogFrame.tsx', (original) => {
  come.add('what a dialog stands in')
  return original()
})

beforeAll(async () => {
  await changeLanguage('ch_EN')
  await loadAreas(['builder', 'scenes', 'sentences'])
})

test('all that saves a scene comes with the builder, and is there though the server is away', async () => {
  await openBuilder()
  await waitFor(() =>
    expect([...come].sort()).toEqual([
      'its forms',
      'what a dialog stands in',
      'what asks whose counts',
      'what saves it',
    ]),
  )
})
