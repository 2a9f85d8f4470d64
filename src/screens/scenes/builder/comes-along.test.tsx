import { waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { openBuilder, prepareBuilder } from '../../../../tests/support/scene-builder.tsx'

vi.setConfig({ testTimeout: 30_000 })

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

beforeAll(prepareBuilder, 60_000)

test('what saves a scene comes with the builder, so that it is there though the server is away', async () => {
  await openBuilder()
  await waitFor(() =>
    expect([...come].sort()).toEqual(['its forms', 'what asks whose counts', 'what saves it']),
  )
})
