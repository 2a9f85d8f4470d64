import { type ComponentType, createContext, use } from 'react'
import type { ScreenHead } from '#lib/screen-head.ts'
import type { Action } from '#schemas/generated/definitions/action.ts'
import type { Document } from '#schemas/generated/definitions/document.ts'
import type { Form } from '#schemas/generated/definitions/form.ts'
import type { Resource } from '#schemas/generated/definitions/resource.ts'
import type { CustomScreen, Screen } from '#schemas/generated/definitions/screen.ts'
import type { Lazy } from '#ui/parts/lazy.ts'
import type { CodeActions } from './actions/code-action.ts'
import type { Situation } from './conditions/situation.ts'
import type { FormSchema, RichSchema } from './forms/form-schema.ts'
import type { EnginePorts, Source } from './ports.ts'

export type LimitValue = number | string | readonly number[] | Readonly<Record<string, number>>

/** The catalogue as the engine reads it; src/app hands it in from src/data/catalogue.ts. */
export interface Definitions {
  /** Where a screen is; all of one comes to whoever draws it. */
  screen(id: string): ScreenHead | undefined
  resource(name: string): Resource | undefined
  /** A form with the schema and the validator of its body; a chunk of its own. */
  form(name: string): Promise<{ form: Form; schema: FormSchema }>
  /** The same for the signed-in part, which draws forms with rjsf; without it all forms are flat. */
  richForm?(name: string): Promise<{ form: Form; rich: RichSchema }>
  /** A longer text in every language; a chunk of its own. */
  document?(name: string): Promise<Document>
  limit(name: string): LimitValue
}

/** Components that screens name in `{ "kind": "custom" }`, custom blocks and `aside`. */
export type Blocks = Readonly<Record<string, Block>>

/** Most of them come later (`lazyPart`); whoever wants to draw them at once brings them before. */
type Block = ComponentType<BlockProps> & Partial<Pick<Lazy<BlockProps>, 'load' | 'hasCome'>>

export interface BlockProps {
  params: Readonly<Record<string, string>>
  /** Where the component is the whole screen: its definition. */
  screen?: CustomScreen
  /** Where it stands above a list: what can be done there. */
  actions?: Readonly<Record<string, Action>>
}

export interface Engine {
  definitions: Definitions
  /** What `code` names; fetched with the first one that is carried out. */
  actions: CodeActions | (() => Promise<CodeActions>)
  blocks: Blocks
  /** A new object whenever session, gateway, flags or modules change. */
  situation: Situation
  /** Said above the form of a public screen, e.g. why the session ended (spec 1 §8: 000622). */
  notice?: { title?: string; text: string; good?: boolean }
  /** Changes the address; without it the page is loaded anew. A number goes back in the history. */
  go?(to: string | number, options?: { replace?: boolean }): void
  /** Live events of gateway, user and administrators; returns what ends it. */
  onEvent?(listen: (event: string, data: unknown) => void): () => void
}

export const EngineContext = createContext<Engine | undefined>(undefined)

export function useEngine(): Engine {
  const engine = use(EngineContext)
  if (!engine) throw new Error('Screens need an EngineContext')
  return engine
}

/** Ports to devices and rows; screens that are open before sign-in do without. */
export const PortsContext = createContext<EnginePorts | undefined>(undefined)

export function usePorts(): EnginePorts {
  const ports = use(PortsContext)
  if (!ports) throw new Error('This screen needs a session')
  return ports
}

type NamedCalls = Pick<Source, 'act' | 'one'>

/** The port to calls alone, for a program without devices. */
export const SourceContext = createContext<NamedCalls | undefined>(undefined)

/** Calls that definitions name; undefined before sign-in. */
export function useSource(): NamedCalls | undefined {
  const alone = use(SourceContext)
  return use(PortsContext)?.source ?? alone
}

/** What every screen kind exports as `Screen` from `src/engine/screens/<kind>/Screen.tsx`. */
export interface ScreenProps<S extends Screen = Screen> {
  screen: S
  /** Parts of the route. */
  params: Readonly<Record<string, string>>
}

/** A limit that must be a number: page sizes, timings. A wrong name is a fault of the catalogue. */
export function numberLimit(definitions: Definitions, name: string): number {
  const value = definitions.limit(name)
  if (typeof value !== 'number') throw new Error(`The limit ${name} is no number`)
  return value
}
