import { type ComponentType, Suspense } from 'react'
import { http } from '#data/http.ts'
import { createSource } from '#data/source.ts'
import { EngineContext, type ScreenProps, SourceContext, useEngine } from '#engine/engine.ts'
import { Screen as DocumentKind } from '#engine/screens/document/Screen.tsx'
import { Screen as FormKind } from '#engine/screens/form/Screen.tsx'
import { Screen as NoticeKind } from '#engine/screens/notice/Screen.tsx'
import type { CustomScreen, Screen } from '#schemas/generated/definitions/screen.ts'
import { QrCode } from '#screens/account/QrCode.tsx'
import { addIcons } from '#ui/Icon.tsx'
import { lazy } from '#ui/parts/lazy.ts'
import icons from '../../../catalogue/icons.json?beside=ir-,room-,status-'
import { report } from '../report.ts'

addIcons(icons)

/** Calls alone: before sign-in there are no rows, no gateway and no commands. */
const source = createSource({
  http,
  report,
  get cache(): never {
    throw new Error('Before sign-in there are no rows')
  },
  onEvent: () => () => {},
  call: () => Promise.reject(new Error('Before sign-in there is no gateway')),
  standing: () => ({ session: {}, gateway: undefined }),
})

/** Of the few who set up a second factor at the door. */
const factorSetUp = lazy(async () => ({
  default: (await import('#screens/account/FactorSetUp.tsx')).FactorSetUp,
}))

const blocks = { qrCode: QrCode, factorSetUp }

function Custom({ screen, params }: ScreenProps<CustomScreen>) {
  const Block = useEngine().blocks[screen.component]
  if (!Block) throw new Error(`No component is called ${screen.component}`)
  return (
    <Suspense>
      <Block params={params} />
    </Suspense>
  )
}

const kinds: Partial<Record<Screen['kind'], ComponentType<never>>> = {
  form: FormKind,
  notice: NoticeKind,
  document: DocumentKind,
  custom: Custom,
}

/** Public screens other than sign-in: what they need comes when the first of them is opened. */
export function Entrance({ screen, params }: ScreenProps) {
  const Kind = kinds[screen.kind] as ComponentType<ScreenProps> | undefined
  if (!Kind) throw new Error(`Screens of the kind ${screen.kind} are not drawn before sign-in`)
  const engine = useEngine()
  return (
    <EngineContext value={{ ...engine, blocks: { ...engine.blocks, ...blocks } }}>
      <SourceContext value={source}>
        <Kind key={screen.id} screen={screen} params={params} />
      </SourceContext>
    </EngineContext>
  )
}
