import { screens } from '#data/all-screens.ts'
import { definitions } from '#data/catalogue.ts'
import type { ListQuery, Row, Source } from '#engine/ports.ts'
import { Screen } from '#engine/screens/list/Screen.tsx'
import { noSource, renderScreen } from '#engine/testing/render-screen.tsx'
import type { ListScreen } from '#schemas/generated/definitions/screen.ts'
import * as actions from './actions.tsx'

export const gateSelect = screens.get('gate_select') as ListScreen

export const gatewayOf = (at: number, more: object = {}): Row => ({
  _id: `g${at}`,
  serialNumber: `DOC4-${String(at).padStart(4, '0')}`,
  name: `Lindenweg ${at}`,
  model: 'DOC400',
  connectionStatus: 'online',
  currentFWVersion: '4.21.3',
  operationMode: 0,
  subscriptionLockMode: 0,
  ...more,
})

export function fleet(rows: readonly Row[]) {
  const asked: ListQuery[] = []
  const list: Source['list'] = async (_resource, query) => {
    asked.push(query)
    const found = rows.filter(({ name }) => !query.search || String(name).includes(query.search))
    return {
      rows: found.slice((query.page - 1) * query.limit, query.page * query.limit),
      total: found.length,
    }
  }
  return { asked, source: { ...noSource, list } }
}

/** The list of gateways over these; `asked` are its questions. */
export const openGateways = (rows: readonly Row[], more: { source?: Source; path?: string } = {}) => {
  const { asked, source } = fleet(rows)
  const drawn = renderScreen({
    Screen,
    screen: gateSelect,
    definitions,
    path: more.path,
    situation: { role: 'admin' },
    ports: { source: more.source ?? source },
    actions,
  })
  return { asked, drawn }
}

export const many = (count: number) => Array.from({ length: count }, (_, at) => gatewayOf(at + 1))
