/** Further words of activities.ts, by language: the first word of a line is one of its words. */
export const moreActivities = `
bank τραπεζών τραπεζικός τράπεζες بنوك المصرفية مصرفي المصارف بانكي בנקים בנקאות 은행주식회사 銀号 bankacılık bankacilik bancaja bankkontor bankwesen bankovnictví banko बैंक ธนาคาร ngân-hàng nganhang perbankan
insurance ασφάλιση ασφαλίσεων ασφάλεια ασφάλειες تأمينات التأمينات בטוח ביטוחים biztosító pojišťovna poisťovna assicuratrice assecuranz försäkringar vakuutus vakuutusyhtiö осигуряване осигурување osiguravajuće asuransi takaful bao-hiem 损保 損保 損害保険 生命保険 보험회사 손해보험 화재해상보험
trade εμπόριο εμπορίου εμπορικός εμπορικό εμπορικές تجاريه متاجر تاجر التجار סוחרים למסחר תגרנות ticarət kereskedelem kereskedő obchodná obchodní prekyba tirdzniecība kaubandus kauppahuone handelsonderneming handelmaatschappij comerciales commerciaux commerciali negocios negoziante negociants perdagangan niaga thuong-mai 交易 貿易会社 物産 通商 商行 商号 商店 상회 물산 교역 交易会
import εισαγωγές εισαγωγών εισαγωγική المستوردون واردات מייבאים יבוא ליבוא importaciones importazioni dovoz 輸入業 임포트
export εξαγωγές εξαγωγών εξαγωγική المصدرون יצוא ליצוא exportaciones esportazioni vývoz извоз
shipping ναυτιλία ναυτιλίας πλοία πλοίων ναυτικός θαλάσσιες سفن السفن بواخر بحري البحري للملاحة دریانوردی ספינות ספנים ימית ימיות להובלה-ימית gemicilik deniz-nakliyat zeglugowa hajózási brodogradiliste pomorska pomorske pomorstvo navibulgar laivanvarustus varustamot linjer seetransport seefracht 海事 船社 海運業 船舶管理 海运业 轮船 선사 해상 선박관리 해양운송 van-tai-bien pelayaran perkapalan marittima marittimi armatore armatori navire navires buque buques navios
aviation αεροπορικές αερογραμμή πτήσεις هواپیما خطوط-هوایی جوية الجوية تعופה נתיבי-אויר אויר נתיבי légitársaság letecká letecké aerolinie lentoyhtiö hava hava-yolları havayolu lennundus aviācija penerbangan hang-khong 航空機 空運 空运 항공기 에어라인
oil πετρέλαιο πετρελαίου πετρελαϊκή πετρελαιοειδή النفطية نفطية نفطي بترولي البترولية دهن فراورده‌های‌نفتی נפט-גז הנפט דלק דלקים petrolü petrolleri akaryakıt akaryakit nafty paliva paliwa kőolaj uleiuri benzina petrolifere petrolífera petroleira carburants carburant combustibles combustible fuel fuels топлив* горюч* нафта-пром minyak dau-khi 燃料 오일 オイル 油脂 精油 정유회사 燃油
gas αερίου غازات הגז gázipari plynárenská gasverk gazownictwo khi-dot 气体 瓦斯 가스공사 ガス会社 燃气集团
energy ενέργειας ενεργειακή ενεργειακά طاقات الطاقات אנרגיות energiaipari energetika energetické energiayhtiö energetické tenaga nang-luong 新能源 热力 열병합 エネルギ
electric ηλεκτρικά ηλεκτρική ηλεκτρικός ηλεκτρικές كهربائية الكهربائية الکتریک החשמל elektromos elektrárna elektrické sähkö listrik dien-luc 电机 電機工業 전선 電線 电线 电缆 전기공사
electronics ηλεκτρονικά ηλεκτρονικές إلكترونية الإلكترونيات אלקטרוני elektronikai dien-tu 电子科技 电子工业 반도체전자 電産
steel χάλυβα χαλυβουργίας σίδηρος σιδήρου ατσάλι الصلب الفولاذ هديد آهن פלדות ברזל acél acélmű ocel oceľ ocelárna železárny terästeollisuus terås baja thep 钢 钢业 特钢 鋼業 철강회사 特殊鋼
metal μέταλλα μετάλλων μεταλλουργία μεταλλουργική معدنية المعدنية فلزات מתכות מתכת fém fémipari kovo kovov metallien 五金 金物 금속공업 非鉄金属 有色金属 有色
mining μεταλλεία μεταλλευτική εξορυκτική معادن-التعدين التعدينية معدنکاری כריה מכרות מכרה bányászati bánya důlní těžba kaivos pertambangan khoang-san 矿 矿产 鉱産 광산회사 矿务
cement τσιμέντα τσιμέντων إسمنت سيمان اسمنت מלט cementárna sementti semen xi-mang 洋灰 시멘트공업
construction κατασκευές κατασκευών κτίρια οικοδομική τεχνική-κατασκευαστική إنشائية الإنشاءات الإنشائية عمران عمراني عمارت البناء والبناء سازه سازندگی בניין לבנין לבנייה קבלנים építő építőipari stavební stavebná rakennus ehitus statyba būvniecība izgradnja konstruksi xay-dung 建业 营造 土建 建工集团 建設業 組 토건 공영 건설회사 土木 건축사
engineering μηχανικής μηχανικοί μελετών الهندسية هندسي هندسية הנדסי מהנדסים mérnöki inženýring insinööritoimisto teknik-mühendislik rekayasa 工程技术 工程公司 엔지니어 技建 プラント工業
industry βιομηχανίες βιομηχανιών βιομηχανικός صناعي صناعية الصناعي للصناعة للصناعات تصنیع صنعتگران תעשייתי ותעשייה iparvállalat ipari průmysl průmyslová teollisuus tööstus pramonė rūpniecība industrijska cong-nghiep perindustrian 工业公司 興業 興産 공업사 산업사 공업회사
manufacturing κατασκευαστές παραγωγή παραγωγής παραγωγικη إنتاجية الإنتاج للإنتاج تولیدی תוצרת ייצור gyártó gyártás výroba výrobní valmistus tootmine gamyba ražošana proizvodna produksi san-xuat 制作 製造業 工作所 제조업 제작
factory εργοστάσια مصانع المصانع کارخانجات מפעלים üzem závod závody tehdas tehtaat vabrik gamykla rūpnīca tvornica pabrik nha-may 厂家 工廠 製造所 공장기업소 製作工場
automobile αυτοκίνητα αυτοκινήτων αυτοκινητοβιομηχανία مركبات السيارات خودروسازی מכוניות autó autóipari automobilová autot autoteollisuus mobil-otomotif o-to 车辆 車両 客车 자동차공업 오토
machine μηχανήματα μηχανών μηχανουργεία ماكينات آليات الآليات ماشین‌آلات ماشین‌سازی מכונה gépgyár gép strojírna strojárne koneet masin mesin 机器厂 重機 기계공업 精機 機工
arms όπλων όπλα οπλικά أسلحه الأسلحة اسلحه مهمات نشق נשק fegyver zbraně zbroj zbrojovka aseet oruže oružje senjata vu-khi 军工 軍需 병기 무기공업 銃砲
defence άμυνα άμυνας αμυντική دفاعيه الدفاعية הגנה honvédelem obrana puolustus pertahanan quoc-phong 防务 軍需産業 방위산업
security ασφάλειας φύλαξη حراسة الحراسة أمنية الأمنية امنیتی שמירה אבטחת biztonsági bezpečnost turvallisuus keamanan bao-ve 安防 警備保障 경비
chemical χημικά χημικές χημικών كيمائية الكيميائية كيمياء شیمی כימיה כימיקל vegyi vegyipari chemička kemian kimia hoa-chat 化学工业 化成 화성 화학공업 ケミカルズ
pharmaceutical φάρμακα φαρμάκων φαρμακευτική φαρμακοβιομηχανία دوائية الأدوية صيدلية الصيدلية داروسازی דארו תרופה gyógyszer gyógyszergyár farmaceutická lääke farmasi duoc-pham 药品 药厂 医薬品 薬 약품 약업 ファーマシー
medical ιατρική ιατρικά υγεία υγείας طبي طبيه الطبي درمان درمانی בריאות orvosi egészségügyi zdravotnická lääketieteen kesehatan y-te 医疗器械 保健 医薬 의약 건강 ヘルスケア 헬스케어
textile υφαντουργία υφάσματα κλωστοϋφαντουργία منسوجات غزل الغزل النسيج نساجی אריגה textilipari textilní tekstiili tekstiiliteollisuus tekstilna det-may 纺织品 織物 毛纺 丝绸 縫製 방적 의류방직 繊維
food τρόφιμα τροφίμων τροφή غذاء الغذاء مأكولات المواد-الغذائية غذا מאכלים élelmiszer élelmiszeripari potraviny potravinářská elintarvike toit maistas pārtika prehrambena makanan pangan thuc-pham 粮油 粮食 食料 冷凍食品 식료품 식품공업
agriculture γεωργική γεωργικός αγροτικός αγροτικό αγροτικές زراعي مزارع المزارع فلاحي الفلاحية کشت كشاورزى חקלאי חקלאית mezőgazdasági zemědělská poľnohospodárska maatalous põllumajandus žemės-ūkio lauksaimniecība zemljoradnička pertanian nong-nghiep 农产 农机 农资 農産 農機 농산 농수산 농업협동
fishing αλιεία αλιευτική ιχθυοκαλλιέργειες أسماك الصيد ماهیگیری דייג halászati rybářství kalastus perikanan thuy-san 海产 渔 海鮮 수산업 원양 水産業
transport μεταφορών μεταφορικές مواصلات المواصلات ترابری حمل‌و‌نقل باربری תחבורתי הסעות szállítási szállítmányozási doprava dopravní kuljetus veod pervežimai pārvadājumi pengangkutan angkutan van-tai 货运 运 通運 陸運 운송회사 화물 고속
logistics εφοδιαστική لوجيستية الخدمات-اللوجستیة پشتیبانی לוגיסטי logisztikai logistika logistiikka 供应链 物流公司 로지스틱
railway σιδηρόδρομος σιδηροδρόμων σιδηροδρομική سكك السكك قطار قطارات رכבות vasút vasúti železnice dráhy rautatie raudtee geležinkeliai dzelzceļš kereta-api duong-sat 轨道交通 铁道 鉄道会社 철도공사 지하철
port λιμάνι λιμένας λιμένος λιμένων מרفأ المرفأ مرفأ بنادر נמלי kikötő přístav satama sadam uostas osta luka pelabuhan cang 码头 埠頭 항 부두
telecom τηλεπικοινωνίες τηλεπικοινωνιών اتصال مخابراتی טלקום távközlési telekomunikace tietoliikenne ryšiai sakari vien-thong 通讯技术 電気通信 텔레콤 电讯
technology τεχνολογίας τεχνολογιών τεχνολογίες تقنيات التقنية التقنيات تکنولوژی טכנולוגי technológia technologický teknologian teknologi cong-nghe 高科技 高科 技術社 기술단 테크닉스 テクノロジーズ テクニカル
computer υπολογιστές حاسوب الحاسوب الحاسبات كومبيوتر کامپیوتر מיחשוב számítógép počítač tietokone komputer may-tinh 电脑 電算 전산
software λογισμικό λογισμικού البرمجيات תוכנות szoftver ohjelmisto tarkvara phan-mem 软件开发 ソフトウエア
information πληροφορική πληροφορικής πληροφοριών المعلومات معلوماتية اطلاع‌رسانی מידענות információs informační tieto informasi thong-tin 信息技术 情報処理 정보기술 정보통신
finance χρηματοδότηση χρηματοοικονομικά οικονομική-διαχείριση تمويلية المالي ماليه مالي מימוני pénzügyi finanční rahoitus rahandus keuangan tai-chinh 财务 财政 財務 融資 재무 파이낸셜 ファイナンシャル
credit πίστη πίστεως πίστωση ائتماني تسهیلات קרדיט hitel úvěrová luotto tin-dung 카드사 クレジット会社
savings ταμιευτήριο αποταμίευση ادخار الادخار التوفير قرض‌الحسنه חסכון takarék takarékpénztár spořitelna sporiteľňa säästöpankki tabungan tiet-kiem 储蓄银行 貯金 저축은행 상호저축
investment επένδυση επενδύσεις επενδύσεων استثماري استثمارات الاستثمارات استثمارية سرمایه גיוס-הון השקעה befektetési investiční sijoitus investicinė ulaganja investasi dau-tu 创投 投资管理 投資顧問 투자신탁 벤처투자 インベスト
exchange ανταλλακτήρια συνάλλαγμα صرافه للصرافه صيرفة المبادلات ارز המרה חליפין pénzváltó směnárna valuutta mjenjačnica penukaran doi-tien 兑 換銭 환전 両替
property ακίνητα ακινήτων κτηματική عقاري العقاري عقارية مستغلات مسکن נדלן נדל-ן ingatlan nemovitosti reality kiinteistö kinnisvara nekilnojamas nekustamais nekretnina properti bat-dong-san 置业 置地 物业 土地 地所 建物 부동산개발 토지
development αναπτύξεως ανάπτυξης αναπτυξιακή تنموية إنمائية الإنماء إعمار الإعمار عمران‌وتوسعه פיתוחים fejlesztési fejlesztő rozvojová kehitys arendus plėtra attīstības pembangunan phat-trien 开发集团 開発機構 개발공사
service εξυπηρέτηση υπηρεσιών خدمة خدماتي خدماتية الخدمية שירות szolgáltató szolgáltatás služby palvelu palvelut teenused paslaugos pakalpojumi usluga jasa dich-vu 服务公司 役務 서비스업
research έρευνα ερευνών έρευνας الأبحاث البحوث پژوهشگاه מחקרים kutatási kutató výzkumný výskumný tutkimus uuringud tyrimai pētniecības istraživački penelitian nghien-cuu 科研 調査 조사 学術
institute ινστιτούτο ινστιτούτου المعهد آموزشگاه المؤسسه מכוני intézet ústav laitos instituutti institutas institūts vien-nghien-cuu 研究中心 연구원 総研
university πανεπιστήμιο πανεπιστημίου الجامعة דانشگاه-צنعتي אוניברסיטת egyetem univerzita yliopisto ülikool universitetas universitāte sveučilište universitas dai-hoc 大学院 대학원
center κέντρου مركزي-خدمات المراكز مراكز מרכזי-שירות központ středisko keskus centras centrs sentral-pusat pusat trung-tam 中心公司 センタ
foundation ίδρυμα ιδρύματος مؤسسة-الخيرية الخيرية خيرية بنياد خیریه צדקה עמותת alapítvány nadace nadácia säätiö sihtasutus fondas zaklada yayasan quy-tu-thien 慈善 慈善基金 福祉 복지 자선
fund ταμείο ταμείου ταμείων صناديق صندوق-الاستثمار קרן-השקעות alap pénzalap rahasto fondi quy 基金管理 共済基金 기금
association σύλλογος σύνδεσμος ένωση-συνεταιρισμών رابطة الرابطة الجمعيات کانون איגודי egyesület sdružení združenie yhdistys ühing asociacija biedrība udruga udruženje persatuan hiep-hoi 公会 連盟協会 연합회 조합연합
union ένωση ενώσεις نقابة النقابة اتحادات התאחדות szövetség svaz zväz liitto liit sąjunga savienība savez serikat lien-hiep 总公司联盟 組合連合 련합 련맹
cooperative συνεταιρισμός συνεταιρισμών تعاونيات التعاونية שיתופית szövetkezet družstvo osuuskunta ühistu kooperatyvas kooperatīvs zadrugarstvo koperasi hop-tac-xa 供销社 生协 生協 협동
organization οργανισμός οργάνωση منظمات المنظمة تشکیلات ארגונים szervezet organizace järjestö organisatsioon organizacija organizācija organisasi to-chuc 组织部 機構団
ministry υπουργείο υπουργείου الوزارة وزارت‌خانه משרד minisztérium ministerstvo ministeriö ministeerium ministerija kementerian bo-quoc-phong 部委 省庁 내각
agency πρακτορείο γραφείο-ταξιδίων وكالات الوكالة نمایندگی סוכנויות ügynökség agentura virasto agentuur agentūra agencija agensi dai-ly 代理店会社 代理公司 대리점
authority αρχή λιμενική-αρχή الهيئة سلطة السلطة هیئت הרשות hatóság úřad viranomainen amet valdyba pārvalde otoritas cuc 管理委员会 庁 청
media μέσα-ενημέρωσης إعلامي الإعلامية رسانه‌ای תקשורת-מדיה médiá médiální viestintä meedia žiniasklaida medij truyen-thong 传播 文化传媒 미디어그룹
press εκδόσεις εκδοτική τύπος نشر النشر طباعة انتشارات چاپ הוצאה הוצאת kiadó nakladatelství vydavateľstvo kustannus kirjastus leidykla izdevniecība naklada penerbit nha-xuat-ban 出版社 印务 新闻社 인쇄 출판사
hotel ξενοδοχείο ξενοδοχεία ξενοδοχειακή الفنادق فنادق هتل‌های בתי-מלון szálloda szállodaipari hotelová hotelli hotell viešbutis viesnīca hoteli khach-san 宾馆 大酒店 旅館 호텔롯데
tourism τουρισμός τουρισμού τουριστική ταξίδια سياحي السياحية سفريات سفر گردشگری‌و‌سفر נופש טיולים idegenforgalmi utazási cestovní cestovná matkailu matkatoimisto turismi turizmo tūrisma turistička pariwisata wisata du-lich 国旅 旅行社 観光会社 관광공사 여행사
supply προμήθειες προμηθευτική إمدادات الإمداد تجهيز التجهيزات لوازم ספקים ellátó zásobování toimitus tarned tiekimas piegādes opskrba pasokan cung-ung 供销 资材 자재
distribution διανομή διανομές διανομής التوزيع موزعون پخش מפיצים forgalmazó elosztó distribuce distribúcia jakelu platinimas izplatīšana distribucija distribusi phan-phoi 经销 配給 총판
retail λιανική λιανικό αγορά αγορές متجر أسواق الأسواق فروشگاه‌های רשת-שיווק kiskereskedelmi maloobchod vähittäiskauppa jaekaubandus prekybos maloprodaja ritel sieu-thi 零售 量販 편의점 마켓
mobile κινητή محمول سیار סלולר mobiltelefon matkapuhelin seluler di-dong 모바일통신
water νερό νερού ύδρευση ύδρευσης מים-רשות víz vízművek vodárna vodovody vesi vandens ūdens air-minum nuoc 水业 自来水 상수도
wood ξύλο ξυλεία چوبی خشب الأخشاب עצים עץ fa faipari dřevo drevo puu puutavara mediena koks drvo kayu go 木材厂 製材 목재공업
paper χαρτί χαρτοποιία الورق كاغذ ניירות papír papírgyár papírna paperi paber popierius papīrs papir kertas giay 纸 紙業 제지공업
jewellery κοσμήματα κόσμημα مصوغات المجوهرات جواهرات צורפות ékszer šperky klenoty korut ehted juvelyrika rotu nakit perhiasan vang-bac 金饰 貴金属 귀금속
legal δικηγόροι δικηγορική محاماة المحاماة حقوقی עורכי-דין ügyvéd advokátní advokátska asianajo advokaadi advokatų zvērinātu odvjetnički hukuk-burosu hukum luat 法律事務所 로펌
relief ανακούφιση غوث الغوث امدادرسانی סיוע segély pomoc pomôcť apu abi pagalba palīdzība pomoć bantuan cuu-tro 救助 援助 구호
military στρατός στρατιωτικό عسكري العسكرية العسكري جنگ צבאי katonai vojenský sotilas sõjavägi karinis militārā vojna militer quan-doi 军 軍隊 군수
nuclear ατομική ذرية هسته‌ای אטומי אטומית nukleáris jaderná ydin tuuma branduolinė kodolenerģija nuklearna nuklir hat-nhan
`
