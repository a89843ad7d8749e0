/** Names of companies that are known under another name in another language or as an acronym; a line is one company. */
export const brands = `
huawei 华为
zte 中兴 中兴通讯 zhongxing
tencent 腾讯
alibaba 阿里巴巴 アリババ
hikvision 海康威视
dahua-technology 大华
lenovo 联想
byd 比亚迪
xiaomi 小米
baidu 百度
sinopec 中石化 中国石化
petrochina 中石油 cnpc
cnooc 中海油 中国海油
cosco 中远 中远海运 中国远洋
sinochem 中化
norinco 北方工业
citic 中信
comac 中国商飞 商飞
smic 中芯 中芯国际
evergrande 恒大 hengda
minmetals 五矿
vtb внешторгбанк vneshtorgbank втб
veb внешэкономбанк vnesheconombank вэб vebrf
sberbank сбербанк
gazprom газпром
rosneft роснефть
lukoil лукойл
rostec ростех rostekh
rosoboronexport рособоронэкспорт
uralvagonzavod уралвагонзавод uvz
rosselkhozbank россельхозбанк
sovcomflot совкомфлот scf
severstal северсталь
aeroflot аэрофлот
kamaz камаз
toyota トヨタ 丰田
honda ホンダ 本田
nissan 日産 ニッサン
sony ソニー 索尼
panasonic パナソニック 松下電器
mitsubishi 三菱
hitachi 日立
toshiba 東芝
nintendo 任天堂
softbank ソフトバンク
samsung 삼성 三星 サムスン
hyundai 현대 現代
lg 엘지 lucky-goldstar
kia 기아
daewoo 대우
lotte 롯데
hanwha 한화
posco 포스코
naver 네이버
kakao 카카오
google гугл グーグル 谷歌 جوجل
microsoft майкрософт マイクロソフト 微软
apple эппл アップル 苹果
amazon амазон アマゾン 亚马逊
siemens сименс シーメンス 西门子
volkswagen фольксваген 大众汽车 フォルクスワーゲン
bmw бмв 宝马
mercedes мерседес 奔驰
shell шелл シェル 壳牌
hsbc 汇丰 滙豐
standardchartered 渣打
citibank ситибанк 花旗
aramco أرامكو
hezbollah hizballah hizbollah hizbullah хезболла حزب‌الله
alqaeda al-qaida al-qaida alqaida القاعدة
hamas хамас حماس
taliban талибан طالبان
`
