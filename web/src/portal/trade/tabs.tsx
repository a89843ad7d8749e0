import { Tabs } from '../../kit/tabs.tsx'

export const TradeTabs = () => (
  <Tabs
    label="Ways to trade"
    tabs={[
      { title: 'Order or firm quote', to: '/trade' },
      { title: 'Convert', to: '/trade/convert' },
    ]}
  />
)
