import type { ComponentType } from 'react'
import type { CustomScreen } from '#schemas/generated/definitions/screen.ts'
import type { Definitions } from '../engine.ts'
import type { Source } from '../ports.ts'
import { noSource, renderScreen } from './render-screen.tsx'

const PAGE = { id: 'x', route: '/', kind: 'custom', component: 'x' } as CustomScreen

const nothing = async (): Promise<never> => {
  throw new Error('The test answers no such call')
}

/** Some of a source, of which a test answers only what is asked of it. */
type Answers = { readonly [K in keyof Source]?: (...asked: never[]) => unknown }

/** Draws a part of an administrator's page. */
export const renderPart = (Part: ComponentType, definitions: Definitions, answers: Answers) =>
  renderScreen({
    Screen: () => <Part />,
    screen: PAGE,
    definitions,
    situation: { role: 'admin' },
    ports: { source: { ...noSource, call: nothing, ...(answers as Partial<Source>) } },
  })
