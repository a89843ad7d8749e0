/** Japanese surnames with their readings. */
export const japaneseSurnames = `
佐藤 sato|鈴木 suzuki|高橋 takahashi|田中 tanaka|伊藤 ito|渡辺 watanabe|渡部 watanabe,watabe|山本 yamamoto|中村 nakamura|小林 kobayashi|加藤 kato|吉田 yoshida|山田 yamada
佐々木 sasaki|山口 yamaguchi|松本 matsumoto|井上 inoue|木村 kimura|林 hayashi|斎藤 saito|斉藤 saito|清水 shimizu|山崎 yamazaki,yamasaki|森 mori|池田 ikeda|橋本 hashimoto|阿部 abe|安倍 abe|安部 abe|石川 ishikawa
山下 yamashita|中島 nakajima,nakashima|石井 ishii|小川 ogawa|前田 maeda|岡田 okada|長谷川 hasegawa|藤田 fujita|後藤 goto|近藤 kondo|村上 murakami|遠藤 endo|青木 aoki|坂本 sakamoto|福田 fukuda|太田 ota|西村 nishimura
藤井 fujii|金子 kaneko|岡本 okamoto|藤原 fujiwara,fujihara|三浦 miura|中野 nakano|中川 nakagawa|原田 harada|松田 matsuda|竹内 takeuchi|小野 ono|大野 ono,ohno|田村 tamura|中山 nakayama|和田 wada|石田 ishida|森田 morita|上田 ueda
原 hara|内田 uchida|柴田 shibata|酒井 sakai|宮崎 miyazaki|横山 yokoyama|高木 takagi|安藤 ando|宮本 miyamoto|大塚 otsuka|工藤 kudo|今井 imai|谷口 taniguchi|丸山 maruyama|増田 masuda|高田 takada,takata|藤本 fujimoto
平野 hirano|村田 murata|武田 takeda|上野 ueno|杉山 sugiyama|杉本 sugimoto|菊地 kikuchi|菊池 kikuchi|千葉 chiba|大西 onishi|松井 matsui|野口 noguchi|木下 kinoshita|久保 kubo|松尾 matsuo|野村 nomura|新井 arai|荒井 arai|渡 watari
佐野 sano|小島 kojima|古川 furukawa|菅 kan,suga|菅原 sugawara|市川 ichikawa|水野 mizuno|桜井 sakurai|櫻井 sakurai|島田 shimada|松下 matsushita|吉川 yoshikawa,kikkawa|高野 takano|山内 yamauchi|西田 nishida|東 higashi,azuma|飯田 iida|西川 nishikawa
小松 komatsu|五十嵐 igarashi|北村 kitamura|安田 yasuda|川口 kawaguchi|平田 hirata|関 seki|久保田 kubota|中田 nakata,nakada|岩崎 iwasaki|服部 hattori|土屋 tsuchiya|本田 honda|川崎 kawasaki|福島 fukushima|樋口 higuchi|秋山 akiyama
永井 nagai|田口 taguchi|川村 kawamura|河村 kawamura|中西 nakanishi|岩田 iwata|山中 yamanaka|馬場 baba|浅野 asano|石原 ishihara|望月 mochizuki|菅野 kanno,sugano|大橋 ohashi,ohashi|松岡 matsuoka|小山 koyama,oyama|大久保 okubo|荒木 araki
野田 noda|川上 kawakami|熊谷 kumagai|松村 matsumura|大島 oshima|内藤 naito|河野 kono,kawano|川田 kawada|星野 hoshino|須藤 sudo|吉村 yoshimura|田辺 tanabe|片山 katayama|早川 hayakawa|尾崎 ozaki|広瀬 hirose|石塚 ishizuka|黒田 kuroda
小池 koike|大谷 otani,ohtani|森本 morimoto|矢野 yano|堀 hori|桑原 kuwabara|堀内 horiuchi|岡 oka|本間 honma,homma|横田 yokota|松浦 matsuura|栗原 kurihara|小沢 ozawa|小澤 ozawa|西山 nishiyama|篠原 shinohara|大森 omori|辻 tsuji|内山 uchiyama
吉岡 yoshioka|福井 fukui|奥村 okumura|成田 narita|岩本 iwamoto|川島 kawashima|片岡 kataoka|富田 tomita|八木 yagi|桐山 kiriyama|古田 furuta|津田 tsuda|大川 okawa|三宅 miyake|武藤 muto|浜田 hamada|濱田 hamada|天野 amano|関口 sekiguchi
児玉 kodama|平井 hirai|根本 nemoto|児島 kojima|三好 miyoshi|榎本 enomoto|大石 oishi|植田 ueda|植村 uemura|上村 uemura,kamimura|吉野 yoshino|岡崎 okazaki|小田 oda|織田 oda|徳川 tokugawa|豊臣 toyotomi|豊田 toyoda,toyota|明智 akechi
黒澤 kurosawa|黒沢 kurosawa|北野 kitano|宮城 miyagi|志村 shimura|土井 doi|堤 tsutsumi|神田 kanda|神谷 kamiya|神戸 kanbe|金田 kaneda|金城 kinjo|比嘉 higa|島袋 shimabukuro|玉城 tamaki|平 taira|源 minamoto|西 nishi|南 minami|北 kita
麻生 aso|岸田 kishida|岸 kishi|石破 ishiba|小泉 koizumi|森永 morinaga|鳩山 hatoyama|野中 nakano,nonaka|福沢 fukuzawa|夏目 natsume|芥川 akutagawa|三島 mishima|川端 kawabata|大江 oe|太宰 dazai|谷崎 tanizaki|村山 murayama|宇野 uno|海部 kaifu
竹下 takeshita|中曽根 nakasone|大平 ohira|田端 tabata|池上 ikegami|池内 ikeuchi|稲垣 inagaki|稲葉 inaba|稲田 inada|今村 imamura|岩井 iwai|岩下 iwashita|臼井 usui|梅田 umeda|梅原 umehara|浦田 urata|江口 eguchi|江藤 eto|戸田 toda|大山 oyama
大田 ota|大場 oba|大竹 otake|大沢 osawa|大澤 osawa|岡村 okamura|岡野 okano|奥田 okuda|奥山 okuyama|落合 ochiai|小倉 ogura|小野寺 onodera|小原 ohara,obara|甲斐 kai|笠原 kasahara|梶原 kajiwara|柏木 kashiwagi|片桐 katagiri|勝 katsu|桂 katsura
金井 kanai|金沢 kanazawa|金澤 kanazawa|金山 kanayama|金本 kanemoto|鎌田 kamata|亀井 kamei|亀田 kameda|川本 kawamoto|川井 kawai|河合 kawai|河井 kawai|川原 kawahara|河原 kawahara|川西 kawanishi|菊田 kikuta|岸本 kishimoto|北川 kitagawa|北島 kitajima
木戸 kido|木原 kihara|久野 kuno|窪田 kubota|倉田 kurata|栗田 kurita|黒川 kurokawa|黒木 kuroki|桑田 kuwata|小西 konishi|小谷 kotani|小坂 kosaka|小宮 komiya|小森 komori|小柳 koyanagi|近田 chikada|郷田 goda|西郷 saigo|斎木 saiki|坂井 sakai|坂口 sakaguchi
坂田 sakata|佐久間 sakuma|桜田 sakurada|笹川 sasagawa|佐竹 satake|沢田 sawada|澤田 sawada|塩田 shiota|塩谷 shiotani|重光 shigemitsu|篠田 shinoda|篠崎 shinozaki|柴崎 shibasaki|島 shima|島津 shimazu|島村 shimamura|下田 shimoda|白石 shiraishi|白井 shirai
白川 shirakawa|進藤 shindo|新田 nitta|新谷 shintani|新庄 shinjo|末永 suenaga|杉田 sugita|杉浦 sugiura|杉原 sugihara|鈴村 suzumura|須田 suda|瀬戸 seto|仙波 senba|曽根 sone|高井 takai|高石 takaishi|高倉 takakura|高島 takashima|高瀬 takase|高津 takatsu
高松 takamatsu|高山 takayama|滝沢 takizawa|滝川 takigawa|竹田 takeda|竹中 takenaka|竹本 takemoto|竹村 takemura|武井 takei|武内 takeuchi|田代 tashiro|田島 tajima|田所 tadokoro|立花 tachibana|橘 tachibana|田原 tahara|田川 tagawa|玉井 tamai|千田 chida
塚本 tsukamoto|塚田 tsukada|津川 tsugawa|土田 tsuchida|筒井 tsutsui|寺田 terada|寺島 terashima|寺本 teramoto|土居 doi|東条 tojo|東條 tojo|徳永 tokunaga|徳田 tokuda|富永 tominaga|冨田 tomita|富岡 tomioka|鳥居 torii|中井 nakai|中尾 nakao|中沢 nakazawa
中澤 nakazawa|中谷 nakatani,nakaya|中原 nakahara|永田 nagata|長田 nagata,osada|永野 nagano|長野 nagano|長尾 nagao|長島 nagashima|長嶋 nagashima|長友 nagatomo|夏川 natsukawa|難波 nanba,namba|新美 niimi|西尾 nishio|西岡 nishioka|西沢 nishizawa|西野 nishino
西原 nishihara|西本 nishimoto|丹羽 niwa|布施 fuse|根岸 negishi|能登 noto|乃木 nogi|野崎 nozaki|野沢 nozawa|萩原 hagiwara|橋口 hashiguchi|長谷 hase|畑 hata|畠山 hatakeyama|花田 hanada|羽田 hata,haneda|浜崎 hamasaki|早坂 hayasaka|原口 haraguchi|春日 kasuga
東野 higashino|日野 hino|平岡 hiraoka|平山 hirayama|平松 hiramatsu|広田 hirota|深沢 fukazawa|深田 fukada|福永 fukunaga|福本 fukumoto|福原 fukuhara|福山 fukuyama|藤岡 fujioka|藤川 fujikawa|藤沢 fujisawa|藤村 fujimura|藤山 fujiyama|藤 fuji|船越 funakoshi|古谷 furuya
古屋 furuya|堀田 hotta|堀江 horie|堀川 horikawa|本多 honda|本郷 hongo|前川 maekawa|前原 maehara|牧野 makino|槙 maki|正木 masaki|町田 machida|松永 matsunaga|松崎 matsuzaki|松原 matsubara|松山 matsuyama|松川 matsukawa|松野 matsuno|間宮 mamiya|丸 maru
三上 mikami|三木 miki|三谷 mitani|三井 mitsui|三原 mihara|水谷 mizutani|水田 mizuta|溝口 mizoguchi|宮川 miyagawa|宮沢 miyazawa|宮澤 miyazawa|宮下 miyashita|宮田 miyata|宮内 miyauchi|武者 musha|向井 mukai|村井 murai|村川 murakawa|村松 muramatsu|村岡 muraoka
本村 motomura|本山 motoyama|森川 morikawa|森山 moriyama|森下 morishita|森岡 morioka|諸星 moroboshi|安井 yasui|安岡 yasuoka|柳 yanagi|柳田 yanagida|矢島 yajima|薮田 yabuta|山岡 yamaoka|山形 yamagata|山县 yamagata|山川 yamakawa|山岸 yamagishi|山根 yamane
山村 yamamura|山野 yamano|山森 yamamori|湯川 yukawa|横井 yokoi|吉井 yoshii|吉沢 yoshizawa|吉澤 yoshizawa|吉原 yoshihara|吉本 yoshimoto|米田 yoneda|米山 yoneyama|若林 wakabayashi|若松 wakamatsu|脇田 wakita|鷲尾 washio|司 tsukasa|井手 ide|井口 iguchi|板垣 itagaki
市原 ichihara|一ノ瀬 ichinose|伊東 ito|伊達 date|猪木 inoki|今川 imagawa|入江 irie|岩瀬 iwase|植木 ueki|宇佐美 usami|内海 utsumi|江川 egawa|遠山 toyama|大内 ouchi|大木 oki|大崎 osaki|大原 ohara|緒方 ogata|尾形 ogata|荻野 ogino|越智 ochi|鬼塚 onizuka
加賀 kaga|角田 kakuta,tsunoda|影山 kageyama|葛西 kasai|笠井 kasai|勝又 katsumata|香川 kagawa|賀川 kagawa|狩野 kano|上原 uehara|神山 kamiyama|木内 kiuchi|九条 kujo|倉本 kuramoto|厳島 itsukushima|小出 koide|國分 kokubun|近衛 konoe|西園寺 saionji|佐伯 saeki
榊原 sakakibara|桜庭 sakuraba|佐川 sagawa|寒川 samukawa|椎名 shiina|渋谷 shibuya|渋沢 shibusawa|城 jo|真田 sanada|瀬川 segawa|曽我 soga|孫 son|田井 tai|高杉 takasugi|武 take|立川 tachikawa|棚橋 tanahashi|茶谷 chatani|辻本 tsujimoto|堂本 domoto|東郷 togo|十河 sogo
鳥山 toriyama|永瀬 nagase|名取 natori|並木 namiki|二宮 ninomiya|沼田 numata|野上 nogami|羽生 hanyu,habu|浜口 hamaguchi|速水 hayami|坂東 bando|尾田 oda|岩谷 iwatani|広末 hirosue|蛭田 hiruta|細川 hosokawa|細田 hosoda|前島 maejima|蒔田 makita|又吉 matayoshi
麻原 asahara|皆川 minagawa|宮部 miyabe|宗像 munakata|毛利 mori|最上 mogami|本橋 motohashi|百田 hyakuta|矢沢 yazawa|山縣 yamagata|結城 yuki|与謝野 yosano|横溝 yokomizo|蓮舫 renho|若山 wakayama|和久井 wakui|芦田 ashida|相沢 aizawa|相川 aikawa|赤松 akamatsu|赤木 akagi
秋元 akimoto|秋田 akita|浅井 asai|浅田 asada|朝倉 asakura|足立 adachi|飯島 iijima|飯塚 iizuka|生田 ikuta|池谷 ikeya|石橋 ishibashi|石黒 ishiguro|石崎 ishizaki|石丸 ishimaru|石山 ishiyama|泉 izumi|磯部 isobe|市村 ichimura|井川 ikawa|井出 ide|岩村 iwamura|内村 uchimura
日立 hitachi|住友 sumitomo|三菱 mitsubishi|野村 nomura|丸紅 marubeni|任天堂 nintendo|資生堂 shiseido|松坂 matsuzaka|鹿島 kashima|清原 kiyohara|佐々 sasa|雨宮 amemiya|有馬 arima|有田 arita|沖田 okita|近松 chikamatsu|土方 hijikata|坂 saka|楠 kusunoki|水木 mizuki|宮 miya
`
