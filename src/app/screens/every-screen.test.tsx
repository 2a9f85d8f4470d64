import { act, cleanup } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import { loadAllTexts } from '#i18n/i18n.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { Boundary } from '#ui/parts/Boundary.tsx'
import { headOf } from '../../../tests/support/devices-screen.tsx'
import { homeOf } from '../../engine/testing/render-screen.tsx'
import { kindOf } from '../kinds.tsx'
import { blocks } from '../rest/rest.ts'

// A chart asks for the density of the screen when its code comes.
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))

beforeAll(() => loadAllTexts(), 60_000)
afterEach(cleanup)

const never = new Promise<never>(() => {})
const waiting = { ...noSource, one: () => never, list: () => never }

/** Whatever a page is drawn in is what the app draws it in: nothing stands around it here that does not stand there. */
test.each([...screens.values()].filter(({ access }) => !access?.public).map((screen) => [screen.id, screen]))(
  'the screen %s stands on its own while it waits for its gateway and its server',
  async (_id, screen) => {
    const failed: unknown[] = []
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const Kind = kindOf(screen)
    await renderScreen({
      Screen: (props) => (
        <Boundary of={screen.id} onError={(error) => failed.push(error)} fallback={() => null}>
          <Suspense>
            <Kind {...props} />
          </Suspense>
        </Boundary>
      ),
      screen,
      definitions,
      params: { id: 'd1', room_id: 'r1', scene_id: 's1', maker: 'm', entry: 'e' },
      ports: { ...homeOf([headOf(1)]), source: waiting },
      situation: { gateway: { serialNumber: 'GW1', name: 'Home' } as Gateway },
      engine: { blocks },
    })
    // Parts that come late have come.
    await act(async () => vi.dynamicImportSettled())
    expect(failed).toEqual([])
  },
)
